import { everyPage } from './every-page.js';

everyPage('en');
