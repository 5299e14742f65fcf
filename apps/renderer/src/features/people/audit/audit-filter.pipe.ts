import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import type { ListedChanges } from './audit.dto.ts';

const FORMS = {
  project: /^[1-9]\d{0,14}$/,
  by: /^[1-9]\d{0,14}$/,
  what: /^[a-z_-]{1,40}\.[a-z_-]{0,60}$/,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
  before: /^[1-9]\d{0,14}$/,
} as const;

/**
 * Reads the filter from the query. Blank fields count as absent, because forms send them. Throws a
 * 404 for invalid values.
 */
@Injectable()
export class AuditFilterPipe implements PipeTransform<
  Readonly<Record<string, unknown>>,
  ListedChanges
> {
  transform(query: Readonly<Record<string, unknown>>): ListedChanges {
    const given = Object.entries(FORMS).flatMap(([name, form]) => {
      const value = query[name];
      if (value === undefined || value === '') return [];
      if (typeof value !== 'string' || !form.test(value)) throw new NotFoundException();
      if (/^(?:from|to)$/.test(name) && Number.isNaN(Date.parse(value))) {
        throw new NotFoundException();
      }
      return [[name, value]];
    });
    return Object.fromEntries(given) as ListedChanges;
  }
}
