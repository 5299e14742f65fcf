/** Everything deferred settles before the first byte: the address of a page for readers without scripts. */
export const wholeParameter = '_whole';

/** Names the action that a form without scripts posts to a page's address. */
export const actionParameter = '_action';

/** The platform's own query parameters: no loader sees them, no key and no canonical address has them. */
export const ownParameters: readonly string[] = [wholeParameter, actionParameter];
