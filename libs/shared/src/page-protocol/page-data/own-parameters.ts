/** Makes all deferred data settle before the first byte is sent, for readers without scripts. */
export const wholeParameter = '_whole';

export const actionParameter = '_action';

/**
 * Query parameters that the platform uses. Loaders, segment keys and canonical addresses never see
 * them.
 */
export const ownParameters: readonly string[] = [wholeParameter, actionParameter];
