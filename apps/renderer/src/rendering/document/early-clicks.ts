import { earlyClicksName } from '#shared';

/**
 * Notes, as `EarlyClicks`, what is clicked before there is a script to answer: buttons for which the
 * browser does nothing by itself. Links, fields and forms work without, and so does a button that opens
 * a popover or commands another element. The nearest button is the nearest element that answers clicks:
 * HTML allows no other inside of one. It travels with every document, so it is as short as it can be.
 */
export const earlyClicksScript =
  '{let t=[],c=["click",e=>{' +
  'let b=e.target.closest?.("button:not([popovertarget],[commandfor])");' +
  'e.defaultPrevented||b&&(b.type=="button"||!b.form)&&t.push(e.target)' +
  '},!0];addEventListener(...c);' +
  `${earlyClicksName}={targets:t,stop(){removeEventListener(...c)}}}`;
