import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';

export interface ProjectsAddress {
  readonly query?: string | undefined;
  /** Absent when the project that needs somebody most comes first. */
  readonly sort?: 'name' | undefined;
  /** Counts from 1. */
  readonly page: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Throws `NotFoundException` for a page or a search that cannot be read. */
@Injectable()
export class ProjectsAddressPipe implements PipeTransform<Fields, ProjectsAddress> {
  transform({ query = '', sort, page = '1' }: Fields): ProjectsAddress {
    const isPage = typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page);
    if (!isPage || typeof query !== 'string') throw new NotFoundException();
    const words = query.trim().slice(0, 100) || undefined;
    return { query: words, sort: sort === 'name' ? sort : undefined, page: Number(page) };
  }
}
