import { everyPage } from './every-page.js';

everyPage('ko');
