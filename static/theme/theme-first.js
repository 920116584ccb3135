// Runs before the page is painted, so that a dark page never flashes white.
// A classic script on purpose: modules wait for the document.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => {
    try {
      return JSON.parse(localStorage.getItem('tengen.settings') ?? '{}').theme;
    } catch {
      return 'system';
    }
  };
  const apply = () => {
    const theme = chosen();
    const isDark = theme === 'dark' || (theme !== 'light' && dark.matches);
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', isDark ? '#1a1816' : '#f7f4ee');
  };
  apply();
  dark.addEventListener('change', apply);
  addEventListener('tengen-theme', apply);
})();
