// The lines of a printed card: where its code is typed, and the code.

/**
 * Without the code, as a server of the release before answers, the address of the card itself is the way in.
 * @param {{address?: string | null, short_code?: string | null, short_address?: string | null}} parts
 */
export const cardLines = ({ address, short_code: code = null, short_address: typedAt = null }) => {
  const hasCode = code !== null && typedAt !== null;
  return { address: (hasCode ? typedAt : address ?? '').replace(/^https?:\/\//, ''), code: hasCode ? code : null };
};
