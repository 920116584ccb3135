// Runs before the frame is painted: light, dark, or as the viewer's system says.
// A classic script on purpose: modules wait for the document.
(() => {
  const wanted = new URLSearchParams(location.search).get('theme');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const isDark = wanted === 'dark' || (wanted !== 'light' && dark.matches);
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  };
  apply();
  dark.addEventListener('change', apply);
})();
