import type { Address } from '#shared';
import { toHref } from '../address/destination.ts';
import { useApplication } from './context.ts';

/**
 * An address of the application as the document writes it, below the path that it is served at: for what is no link.
 *
 *     <img src={useHref(to('/pictures/:id', { id }))} alt="" />
 */
export function useHref(address: Address): string {
  return toHref(address, useApplication().basePath);
}
