/** What every SDK of ours is started with, browser and servers alike (DESIGN §4). */

export const breadcrumbs = 100;
export const sendBuffer = 64;
export const logFlushMs = 5000;
