// Light, dark, or as the system says. The colours are in style/base.css.

import { onChange } from '../storage/settings.js';

const apply = () => dispatchEvent(new Event('tengen-theme'));

onChange((name) => {
  if (name === 'theme') apply();
});
