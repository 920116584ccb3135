/** What a page's catalogue of texts says before its modules run, see static/text/text.js. */
declare var tengenTexts: {
  language: string;
  languages: [tag: string, name: string][];
  texts: Record<string, string | Record<string, string>>;
  later: Record<string, string>;
};
