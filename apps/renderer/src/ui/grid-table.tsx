import type { ComponentProps, ReactNode } from 'react';

/* Styles change the `display` of these tables, so that rows become blocks on narrow screens and a
   link can cover a row. Some browsers then drop the table semantics, and the roles restore them.
   The roles are spread, because the linter considers explicit roles redundant. */
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
