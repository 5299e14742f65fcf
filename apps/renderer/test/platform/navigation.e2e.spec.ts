import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Tours } from './support/tour.ts';

describe('a navigation', () => {
  let tours: Tours;

  beforeAll(async () => {
    tours = await Tours.start();
  }, 60_000);

  afterEach(() => tours.close());

  afterAll(() => tours.end());

  it('is one request for page data, with the build and the layouts that are held', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    await tour.go('/tours/a/stops/2');
    await tour.shows('stop 2');
    expect(tour.data).toHaveLength(1);
    expect(tour.data).toMatchObject([
      {
        method: 'GET',
        url: '/tours/a/stops/2',
        build: tours.platform.build,
        held: [expect.anything(), expect.anything()],
      },
    ]);
    expect(tour.documents).toEqual([]);
    expect(tour.errors).toEqual([]);
  });
});
