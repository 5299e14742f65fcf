import { clientErrorText, earlyClicksName } from '#shared';

/**
 * Runs in a document until the entry script has loaded. Every document contains this script, so it
 * is as short as possible.
 *
 * - Records clicks on buttons that do nothing without scripts (`EarlyClicks`). Buttons that
 *   submit a form, open a popover or command another element work without scripts. The clicked
 *   button is the nearest one around the event's target, because HTML allows no interactive
 *   elements inside a button.
 * - Shows an error message when a script of the build fails to load or throws while loading. The
 *   loaded scripts show later errors.
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
  `${earlyClicksName}={targets:t,note:c[1],stop(){removeEventListener(...c);removeEventListener(...f)}}}`;
