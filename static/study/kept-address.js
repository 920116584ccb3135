// Where studies that are kept are found.

/**
 * The address of the study of a record.
 * @param {any} record
 */
export const keptAddress = (record) => `/study?record=${record}`;

/**
 * May a record of a list be only a position? Then it is a study.
 * @param {any} parts
 */
export const mayBeStudy = ({ moves, node_count: nodes }) => moves === 0 && nodes === 1;
