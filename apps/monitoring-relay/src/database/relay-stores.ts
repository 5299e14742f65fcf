/** Names all stores over the relay's database, for those who are made over several; provided where there is one. */
export const RELAY_STORES = Symbol('stores of the relay');
