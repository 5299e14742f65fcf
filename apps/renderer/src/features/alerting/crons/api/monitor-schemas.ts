import { schema } from '../../../people/api/index.ts';

const { anything, count, flag, id, listOf, named, object, oneOf, orNull, text, time } = schema;

export const monitorSchema = named(
  'Monitor',
  object({
    id,
    slug: text,
    name: text,
    type: text,
    status: oneOf('active', 'disabled'),
    isMuted: flag,
    config: orNull(
      object({
        schedule_type: oneOf('crontab', 'interval'),
        schedule: anything,
        timezone: text,
        checkin_margin: count,
        max_runtime: count,
        failure_issue_threshold: count,
        recovery_threshold: count,
      }),
    ),
    environments: listOf(
      object({
        name: text,
        status: text,
        isMuted: flag,
        lastCheckIn: orNull(time),
        nextCheckIn: orNull(time),
      }),
    ),
    project: orNull(object({ id, slug: text, name: text, platform: orNull(text) })),
  }),
);

export const checkInSchema = named(
  'CheckIn',
  object({
    id: text,
    environment: text,
    status: oneOf('in_progress', 'ok', 'error', 'missed', 'timeout', 'unknown'),
    duration: orNull({ type: 'number' }),
    dateCreated: time,
  }),
);
