export const NEEDED={}
