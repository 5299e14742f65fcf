/** How pages follow what changes on the server (ADR 167). */

/** How often a renderer to which anybody listens reads what has changed. */
export const readEveryMs = 1000;
/** Every listener is asked again within this time who they are and what they may hear of. */
export const checkedWithinMs = 10_000;
/** A listener is told that often that the connection still stands. */
export const heartbeatEveryMs = 15_000;
/** A browser gives up a connection on which nothing arrived for so long. */
export const silentMs = 40_000;
/** Added to the time that a listener has missed: for reading once a second, and for the way of an answer. */
export const missedSlackMs = 3000;
/** Each listener adds so much to the time over which all of them load again what has changed: that of a page. */
export const spreadMsPerListener = 5;
/** Connections of one renderer; further ones are refused. */
export const connections = 5000;
/** Of one connection; a listener that takes nothing is let go. */
export const bufferedBytes = 65_536;
/** A connection that ended is opened again after this time, and after twice as long each time that it fails. */
export const retryMs = 2000;
export const retryMostMs = 60_000;
/** A tab stays connected for so long after the last page that follows changes. */
export const lingerMs = 5000;
/** A page that could not be loaded again is asked for again after this time, and after twice as long each time that it fails. */
export const failedRefreshMs = 5000;
export const failedRefreshMostMs = 60_000;
