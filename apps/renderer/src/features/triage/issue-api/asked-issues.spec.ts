import { describe, expect, it } from '@jest/globals';
import { BadRequestException } from '@nestjs/common';
import { printSearch } from '#shared';
import { readAskedIssues } from './asked-issues.ts';

describe('readAskedIssues', () => {
  it.each([
    [{}, 'is:unresolved', 'lastSeen', []],
    [{ query: '' }, '', 'lastSeen', []],
    [{ query: '', sort: '', project: '', statsPeriod: '' }, '', 'lastSeen', []],
    [{ query: 'customer:iron', sort: 'new' }, 'customer:iron', 'firstSeen', []],
    [{ query: '', sort: 'freq' }, '', 'events', []],
    [{ query: '', sort: 'user' }, '', 'users', []],
    [{ query: '', sort: 'trends' }, '', 'trend', []],
    [{ query: '', sort: 'recommended' }, '', 'lastSeen', []],
    [{ environment: 'staging' }, 'environment:staging is:unresolved', 'lastSeen', []],
    [{ query: '', environment: ['a', 'b'] }, 'environment:[a, b]', 'lastSeen', []],
    [{ query: '', project: ['other', '-1'] }, '', 'lastSeen', ['other']],
    [{ query: '', project: '2' }, '', 'lastSeen', ['2']],
  ])('reads the parameters %j', (parameters, search, sort, projects) => {
    const asked = readAskedIssues(parameters);
    expect({ ...asked, search: printSearch(asked.search) }).toEqual({ search, sort, projects });
  });

  it.each([
    [{ query: 'is:open' }, '“open”: After is: write one of unresolved,'],
    [{ sort: 'size' }, 'Issues are sorted by date, new, freq, user, trends, recommended.'],
  ])('refuses the parameters %j: %s', (parameters, sentence) => {
    const read = () => readAskedIssues(parameters);
    expect(read).toThrow(BadRequestException);
    expect(read).toThrow(sentence);
  });
});
