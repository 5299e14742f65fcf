import { clientErrorText, earlyClicksName } from '#shared';

/**
 * What a document does until its scripts have loaded. It travels with every document, so it is as short
 * as it can be.
 *
 * - It notes, as `EarlyClicks`, what is clicked before there is a script to answer: buttons for which the
 *   browser does nothing by itself. Links, fields and forms work without, and so does a button that opens
 *   a popover or commands another element. The nearest button is the nearest element that answers clicks:
 *   HTML allows no other inside of one.
 * - It says that the page did not come alive when a script of the build does
 *   not arrive or throws at once. What throws later is shown by what the scripts have put up by then.
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
