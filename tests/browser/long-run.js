// The long run looks at what the default run leaves out: the same once more, on other devices, in other
// languages, in other colours.

/**
 * Whether TENGEN_LONG is set, as in `scripts/test --long`. Tests in cargo read it, too: how many times as
 * much they do.
 */
export const LONG_RUN = Boolean(process.env.TENGEN_LONG);

/** A whole list in the long run, and its first entries in the default one. */
export const some = (list, count = 1) => (LONG_RUN ? list : list.slice(0, count));
