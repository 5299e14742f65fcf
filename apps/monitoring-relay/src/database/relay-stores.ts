export const RELAY_STORES = Symbol('stores of the relay');
