export { Nothing, Pages } from './list/list-end.tsx';
export { ListTriageBar, SelectAll } from './list/selection.tsx';
export { WhatIsNew } from './list/what-is-new.tsx';
