import { checkinTexts, ONE_IDENTIFIER } from '../../shared/http/checkin-texts.ts';
import { describedFields, type Operation, type RequestSchemas } from '../../shared/http/operation.ts';
import { checkinBody } from './request.ts';

export const requests = {
  CheckinRequest: describedFields({
    description: `The user and the time. ${ONE_IDENTIFIER} \`null\` means absent, and unknown fields are ignored.`,
    schema: checkinBody,
    texts: {
      ...checkinTexts,
      details: {
        description: '`true`: the response contains `code` and `bookings`. Default: `false`.',
        examples: [true],
      },
      dryRun: {
        description:
          '`true`: the response says what would happen, with `details`, and nothing is written, logged or pushed. Cannot be combined with an Idempotency-Key.',
        examples: [false],
      },
    },
  }),
} satisfies RequestSchemas;

export const operations = {
  checkin: {
    summary: 'Check in',
    description:
      'Checks a user of the client’s company in to every booking, desk or parking, whose check-in period contains `date` and that is not checked in yet. A period includes its start and excludes its end. `checkinCount` is the number of bookings that this request checked in. If it is 0, the status is 200 too, and `message` says why: no booking is open, or all open bookings were checked in before. If several requests come at once, each booking is counted by exactly one of them. With `details`, the response also lists the bookings near that time with a result for each. With `dryRun`, it lists them, and nothing is checked in.',
    requestBody: 'CheckinRequest',
    security: 'accessToken',
    parameters: ['IdempotencyKey', 'AcceptLanguage'],
    success: {
      description: 'The check-in was performed, or there was nothing to check in.',
      schema: 'CheckinResult',
      isTranslated: true,
    },
    errors: ['invalid_idempotency_key', 'user_not_found', 'idempotency_key_reused'],
  },
} satisfies Record<string, Operation>;
