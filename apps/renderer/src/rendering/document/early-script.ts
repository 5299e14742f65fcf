import { clientErrorText, earlyClicksName } from '#shared';

/**
 * Runs in a document until its scripts have loaded. Every document carries this script, so it is as
 * short as possible.
 *
 * - The script records, as `EarlyClicks`, clicks on buttons for which the browser does nothing by
 *   itself. Links, fields and forms work without scripts, and so does a button that opens a popover
 *   or commands another element. A click belongs to the nearest button around its target, because
 *   HTML allows no interactive elements inside a button.
 * - The script tells the visitor when a script of the build does not arrive or throws at once.
 *   Later errors are shown by the scripts that have loaded.
 */
export const earlyScript =
  '{let t=[],c=["click",e=>{' +
  'let b=e.target.closest?.("button:not([popovertarget],[commandfor])");' +
  'e.defaultPrevented||b&&(b.type=="button"||!b.form)&&t.push(e.target)' +
  '},!0],f=["error",e=>{' +
  String.raw`/\/assets\/.+\.js/.test(e.target.src||e.filename)&&(removeEventListener(...f),` +
  'document.getElementById("root").before(Object.assign(document.createElement("p"),' +
  `{role:"alert",textContent:${JSON.stringify(clientErrorText)}})))` +
  '},!0];addEventListener(...c);addEventListener(...f);' +
  `${earlyClicksName}={targets:t,stop(){removeEventListener(...c);removeEventListener(...f)}}}`;
