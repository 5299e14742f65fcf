/** How much senders may have Errata keep, unless its environment says otherwise. */

/** Reports that one key may send. */
export const reportsPerKeyAndMinute = 3000;
/** Issues that a project may make at once, and how many of these it gets back. */
export const newIssues = 1000;
export const newIssuesPerMinute = 60;
/** Events that an issue keeps whole of an hour. */
export const wholeEventsPerHour = 100;
/** Beyond them it keeps the first of each release and environment, of so many. */
export const firstsPerHour = 100;
/** Of what is free on the disk at first start. */
export const budgetShareOfDisk = 1 / 2;
/** Of the budget. */
export const projectShare = 1 / 2;
/** Of what a project may have. */
export const dayShare = 1 / 10;
/** Bytes that an event costs without its payload, and the most that Errata stores of a stub. */
export const stubBytes = 200;
