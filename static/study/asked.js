// What an address of the study board names.

import { checkedLayout } from './check.js';
import { fromAddress } from '../go/study.js';
import { openKept } from './kept-study.js';

/** {study, layout, kept}, of which `kept` is the record of a study that is kept, or null. Throws the problem. */
export async function askedBy(fields) {
  if (fields.has('record')) return openKept(fields.get('record'));
  const study = fromAddress(fields);
  return { study, layout: await checkedLayout(study), kept: null };
}
