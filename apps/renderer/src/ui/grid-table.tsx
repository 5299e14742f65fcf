import type { ComponentProps, ReactNode } from 'react';

/*
 * A table laid out as a grid, so that its rows can become blocks on narrow screens and a link can
 * cover one. Other displays than a table's take its meaning away in some browsers; the roles give
 * it back. (Spread, because the lint takes them for redundant.)
 */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader', scope: 'col' },
};

export function GridTable(props: ComponentProps<'table'>): ReactNode {
  return <table {...roles.table} {...props} />;
}

export function GridHead(props: ComponentProps<'thead'>): ReactNode {
  return <thead {...roles.group} {...props} />;
}

export function GridBody(props: ComponentProps<'tbody'>): ReactNode {
  return <tbody {...roles.group} {...props} />;
}

export function GridRow(props: ComponentProps<'tr'>): ReactNode {
  return <tr {...roles.row} {...props} />;
}

export function GridHeadCell(props: ComponentProps<'th'>): ReactNode {
  return <th {...roles.head} {...props} />;
}
