export { FigureTable } from './figure-table.tsx';
