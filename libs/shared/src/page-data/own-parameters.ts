/** All deferred data settles before the first byte, for readers without scripts. */
export const wholeParameter = '_whole';

export const actionParameter = '_action';

/** Query parameters of the platform. Loaders, keys and canonical addresses never contain them. */
export const ownParameters: readonly string[] = [wholeParameter, actionParameter];
