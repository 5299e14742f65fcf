/**
 * Limits of the SDKs with which Errata reports its own errors, in the browser and on the servers.
 */

export const breadcrumbs = 100;
export const sendBuffer = 64;
export const logFlushMs = 5000;
