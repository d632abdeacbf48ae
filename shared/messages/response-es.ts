import type { Messages } from './messages.ts';

export const es: Messages = {
  errors: {
    invalid_body: 'El cuerpo debe ser un objeto JSON en UTF-8.',
    invalid_field: 'Algunos campos no son válidos; consulte `errors`.',
    invalid_idempotency_key: 'La cabecera Idempotency-Key debe tener de 1 a 128 caracteres ASCII visibles.',
    invalid_credentials:
      'El clientId o el clientSecret es incorrecto, o el cliente no está autorizado a iniciar sesión.',
    token_missing: 'Envíe un token en la cabecera Authorization: Bearer <token>.',
    token_expired: 'El token ha caducado. Obtenga uno nuevo.',
    token_invalid: 'El token no es válido o ha sido revocado. Obtenga uno nuevo.',
    insufficient_scope:
      'El cliente de la API no está autorizado a realizar esta operación. Pida al operador el permiso (scope) que indica WWW-Authenticate.',
    user_not_found: 'Ningún usuario de la empresa tiene todos los identificadores indicados.',
    idempotency_key_reused:
      'La clave ya se usó para un check-in en otro momento. Use una clave distinta para cada lectura de tarjeta.',
    body_too_large: 'El cuerpo no puede tener más de 16 KiB, o 256 KiB para una lista de elementos.',
    unsupported_media_type: 'Envíe el cuerpo como Content-Type: application/json.',
    internal_error: 'Algo ha fallado por nuestra parte.',
    dependency_unavailable:
      'El servicio no está disponible temporalmente. Vuelva a intentarlo, con la misma Idempotency-Key si la tiene.',
  },
  fields: {
    required: (field) => `${field} es obligatorio.`,
    'identifier-required': () => 'Indique id, uid o email.',
    'without-idempotency-key': (field) => `${field} no se puede combinar con la cabecera Idempotency-Key.`,
    'not-in-a-batch': (field) => `${field} no se admite en un lote. Envíe la simulación en una solicitud aparte.`,
    items: (field, { min, max }) => `${field} debe ser una lista de ${min} a ${max} elementos.`,
    'distinct-keys': (field) => `${field} tiene dos elementos con la misma clave.`,
    'idempotency-key': (field, { minLength, maxLength }) =>
      `${field} debe tener de ${minLength} a ${maxLength} caracteres ASCII visibles.`,
    object: (field) => `${field} debe ser un objeto JSON.`,
    integer: (field, { min, max }) => `${field} debe ser un número entero de ${min} a ${max}.`,
    number: (field, { min, max }) => `${field} debe ser un número de ${min} a ${max}.`,
    text: (field, { minLength, maxLength }) => `${field} debe ser un texto de ${minLength} a ${maxLength} caracteres.`,
    line: (field, { minLength, maxLength }) =>
      `${field} debe ser un texto de ${minLength} a ${maxLength} caracteres, sin caracteres de control.`,
    email: (field, { minLength, maxLength }) =>
      `${field} debe ser una dirección de correo electrónico válida, de ${minLength} a ${maxLength} caracteres.`,
    'date-time': (field) =>
      `${field} debe ser una fecha y hora de la RFC 3339 con su desfase horario (offset), como 2026-11-21T08:00:00+01:00.`,
    boolean: (field) => `${field} debe ser true o false.`,
    choice: (field, { values }) => `${field} debe ser uno de estos valores: ${values.join(', ')}.`,
    'number-choice': (field, { values }) => `${field} debe ser uno de ${values.join(', ')}.`,
    networks: (field, { max }) =>
      `${field} debe ser una lista de hasta ${max} redes distintas en formato CIDR, como 203.0.113.0/24 o 2001:db8::/32.`,
    set: (field, { values }) =>
      `${field} debe ser una lista con uno o más de estos valores, sin repetirlos: ${values.join(', ')}.`,
    texts: (field, { max, item }) =>
      `${field} debe ser una lista de 1 a ${max} textos distintos de ${item.minLength} a ${item.maxLength} caracteres.`,
    day: (field) => `${field} debe ser una fecha, como 2026-11-21.`,
    endpoint: (field) => `${field} debe ser el ARN de un endpoint de plataforma de SNS.`,
    'time-zone': (field) => `${field} debe ser el nombre IANA de una zona horaria, como Europe/Madrid.`,
  },
  checkin: {
    done: (count) => `Check-in realizado en ${count} ${count === 1 ? 'reserva' : 'reservas'}.`,
    wouldDo: (count) =>
      `Se haría el check-in en ${count} ${count === 1 ? 'reserva' : 'reservas'}; no se ha cambiado nada.`,
    alreadySince: (moment) => `El check-in ya se hizo el ${moment}.`,
    nothingOpenAt: (moment) => `Ninguna reserva está dentro de su período de check-in el ${moment}.`,
    batchDone: (performed, items) => `${performed} de ${items} check-ins realizados; consulte \`items\`.`,
  },
};
