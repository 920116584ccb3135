// Files of the long run alone, each with the reason: what they look at is looked at in the default run, too,
// in fewer ways.

export const LONG = {
  'accessibility.test.js': 'every-page-en looks at the same pages; here they are looked at on two more screens, and by spectators',
};
