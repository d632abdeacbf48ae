import type { Messages } from './messages.ts';

export const es: Messages = {
  errors: {
    invalid_body: 'El cuerpo debe ser un objeto JSON en UTF-8.',
    invalid_field: 'El cuerpo tiene campos que corregir; vea errors.',
    invalid_idempotency_key: 'La cabecera Idempotency-Key debe tener de 1 a 128 caracteres ASCII visibles.',
    invalid_credentials: 'El clientId o el clientSecret es incorrecto, o el cliente no tiene permiso para entrar.',
    token_missing: 'Envíe un token en la cabecera Authorization: Bearer <token>.',
    token_invalid: 'El token no es válido aquí, o ya no lo es. Obtenga uno nuevo.',
    user_not_found: 'Ningún usuario de la empresa tiene todos los identificadores indicados.',
    body_too_large: 'El cuerpo no puede tener más de 16 KiB.',
    unsupported_media_type: 'Envíe el cuerpo como Content-Type: application/json.',
    internal_error: 'El servicio ha fallado. El error es del propio servicio.',
    dependency_unavailable:
      'El servicio está ocupado o sin acceso a sus datos. Repita la solicitud, con la misma Idempotency-Key si la tiene.',
  },
  fields: {
    required: (field) => `${field} es obligatorio.`,
    'identifier-required': () => 'Indique id, uid o email: uno de ellos es obligatorio.',
    integer: (field, { least, greatest }) => `${field} debe ser un número entero de ${least} a ${greatest}.`,
    text: (field, { shortest, longest }) =>
      `${field} debe ser un texto de ${shortest} a ${longest} caracteres Unicode.`,
    email: (field, { shortest, longest }) =>
      `${field} debe ser un texto de ${shortest} a ${longest} caracteres Unicode, con una @ con algo a ambos lados y sin caracteres de control.`,
    'date-time': (field) =>
      `${field} debe ser una fecha y hora de la RFC 3339 con su desplazamiento, como 2026-11-21T08:00:00+01:00.`,
    boolean: (field) => `${field} debe ser true o false.`,
    choice: (field, { values }) => `${field} debe ser uno de ${values.join(', ')}.`,
    set: (field, { values }) =>
      `${field} debe ser una lista de uno o más de ${values.join(', ')}, sin repetir ninguno.`,
    day: (field) => `${field} debe ser un día, como 2026-11-21.`,
    'time-zone': (field) => `${field} debe ser el nombre IANA de una zona horaria, como Europe/Madrid.`,
  },
  checkin: {
    done: (count) => `Check-in hecho en ${count} ${count === 1 ? 'reserva' : 'reservas'}.`,
    alreadySince: (moment) => `El check-in ya se hizo el ${moment}.`,
    nothingOpenAt: (moment) => `Ninguna reserva está en su período de check-in el ${moment}.`,
  },
};
