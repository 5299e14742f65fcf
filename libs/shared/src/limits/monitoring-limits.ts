/** What every SDK of ours is started with, browser and servers alike. */

export const breadcrumbs = 100;
export const sendBuffer = 64;
export const logFlushMs = 5000;
