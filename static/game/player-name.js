// The name by which a player is shown.

import { t } from '../text/text.js';

/** The name of a player. Whoever deleted an account has none. */
export const playerName = ({ name, kind }) => (kind === 'deleted' ? t('name.deleted') : name);
