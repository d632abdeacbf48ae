import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { get, post, runServiceInMemory, type RunningService } from '../support/running-service.ts';

const at = Date.UTC(2026, 10, 21, 8);
const date = '2026-11-21T08:00:00Z';

let service: RunningService;
let authorization: { Authorization: string };
let companyId: string;

beforeAll(async () => {
  service = await runServiceInMemory();
  const client = await service.aClient();
  ({ companyId } = client);
  authorization = { Authorization: `Bearer ${(await service.logIn(client)).accessToken}` };
});
afterAll(() => service.stop());

const checkin = (body: unknown, language: string, headers: Record<string, string> = {}) =>
  post(`${service.url}/scheduling/checkin`, body, { ...authorization, 'Accept-Language': language, ...headers });

describe('The language that the caller prefers', () => {
  it.each([
    ['pt-BR', 'Check-in feito em 1 reserva.', 'O check-in já foi feito em 2026-11-21T08:00:00.000Z.'],
    ['es', 'Check-in realizado en 1 reserva.', 'El check-in ya se hizo el 2026-11-21T08:00:00.000Z.'],
  ])('is used for the outcome of a check-in: %s', async (language, checkedIn, alreadyCheckedIn) => {
    const id = language.length;
    const user = { companyId, userId: id };
    await service.stores.users.save({ companyId, id });
    await service.stores.bookings.save({
      user,
      bookingId: 'b',
      kind: 'position',
      checkinOpensAt: at,
      noShowAt: at + 1,
    });
    const first = await checkin({ id, date }, language);
    expect(first.body).toEqual({ statusCode: 200, message: checkedIn, checkinCount: 1 });
    expect(first.headers.get('content-language')).toBe(language);
    expect((await checkin({ id, date }, language)).body).toEqual({
      statusCode: 200,
      message: alreadyCheckedIn,
      checkinCount: 0,
    });
  });

  it('is used for errors and for messages about fields, but does not change the names of fields', async () => {
    const { status, headers, body } = await checkin({ id: 0 }, 'es-MX, en;q=0.5');
    expect({ status, language: headers.get('content-language') }).toEqual({ status: 400, language: 'es' });
    expect(body).toEqual({
      statusCode: 400,
      code: 'invalid_field',
      message: 'Algunos campos no son válidos; consulte `errors`.',
      requestId: headers.get('x-request-id'),
      errors: [{ field: 'id', message: 'id debe ser un número entero de 1 a 9007199254740991.' }],
    });
  });

  it('is used for the errors of log-in and refresh', async () => {
    const language = { 'Accept-Language': 'pt' };
    const auth = await post(`${service.url}/auth`, '[]', language);
    expect(auth.body.message).toBe('O corpo deve ser um objeto JSON em UTF-8.');
    const refresh = await get(`${service.url}/auth/refresh-token`, language);
    expect(refresh.body.message).toBe('Envie um token no cabeçalho Authorization: Bearer <token>.');
    expect(refresh.headers.get('content-language')).toBe('pt-BR');
  });
});
