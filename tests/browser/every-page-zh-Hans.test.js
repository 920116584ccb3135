import { everyPage } from './every-page.js';

everyPage('zh-Hans');
