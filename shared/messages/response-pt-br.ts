import type { Messages } from './messages.ts';

export const ptBr: Messages = {
  errors: {
    invalid_body: 'O corpo deve ser um objeto JSON em UTF-8.',
    invalid_field: 'Alguns campos são inválidos; consulte `errors`.',
    invalid_idempotency_key: 'O cabeçalho Idempotency-Key deve ter de 1 a 128 caracteres ASCII visíveis.',
    invalid_credentials:
      'O clientId ou o clientSecret está incorreto, ou o cliente não está autorizado a se autenticar.',
    token_missing: 'Envie um token no cabeçalho Authorization: Bearer <token>.',
    token_expired: 'O token expirou. Obtenha um novo.',
    token_invalid: 'O token é inválido ou foi revogado. Obtenha um novo.',
    insufficient_scope:
      'O cliente da API não tem permissão para esta operação. Peça ao operador o escopo indicado em WWW-Authenticate.',
    user_not_found: 'Nenhum usuário da empresa tem todos os identificadores informados.',
    idempotency_key_reused:
      'A chave já foi usada para um check-in em outro momento. Use uma chave diferente para cada passagem do crachá.',
    body_too_large: 'O corpo não pode ter mais de 16 KiB, ou 256 KiB para uma lista de itens.',
    unsupported_media_type: 'Envie o corpo como Content-Type: application/json.',
    internal_error: 'Algo deu errado do nosso lado.',
    dependency_unavailable:
      'O serviço está temporariamente indisponível. Tente novamente, com a mesma Idempotency-Key, se houver.',
  },
  fields: {
    required: (field) => `${field} é obrigatório.`,
    'identifier-required': () => 'Informe id, uid ou email.',
    'without-idempotency-key': (field) => `${field} não pode ser combinado com o cabeçalho Idempotency-Key.`,
    'not-in-a-batch': (field) => `${field} não é permitido em um lote. Envie a simulação em uma requisição separada.`,
    items: (field, { min, max }) => `${field} deve ser uma lista de ${min} a ${max} itens.`,
    'distinct-keys': (field) => `${field} tem dois itens com a mesma chave.`,
    'idempotency-key': (field, { minLength, maxLength }) =>
      `${field} deve ter de ${minLength} a ${maxLength} caracteres ASCII visíveis.`,
    object: (field) => `${field} deve ser um objeto JSON.`,
    integer: (field, { min, max }) => `${field} deve ser um número inteiro de ${min} a ${max}.`,
    number: (field, { min, max }) => `${field} deve ser um número de ${min} a ${max}.`,
    text: (field, { minLength, maxLength }) => `${field} deve ser um texto de ${minLength} a ${maxLength} caracteres.`,
    line: (field, { minLength, maxLength }) =>
      `${field} deve ser um texto de ${minLength} a ${maxLength} caracteres, sem caracteres de controle.`,
    email: (field, { minLength, maxLength }) =>
      `${field} deve ser um endereço de e-mail válido, de ${minLength} a ${maxLength} caracteres.`,
    'date-time': (field) =>
      `${field} deve ser uma data e hora da RFC 3339 com fuso horário (offset), como 2026-11-21T08:00:00+01:00.`,
    boolean: (field) => `${field} deve ser true ou false.`,
    choice: (field, { values }) => `${field} deve ser um destes valores: ${values.join(', ')}.`,
    'number-choice': (field, { values }) => `${field} deve ser um de ${values.join(', ')}.`,
    networks: (field, { max }) =>
      `${field} deve ser uma lista de até ${max} redes diferentes em formato CIDR, como 203.0.113.0/24 ou 2001:db8::/32.`,
    set: (field, { values }) =>
      `${field} deve ser uma lista com um ou mais destes valores, sem repetição: ${values.join(', ')}.`,
    texts: (field, { max, item }) =>
      `${field} deve ser uma lista de 1 a ${max} textos diferentes de ${item.minLength} a ${item.maxLength} caracteres.`,
    day: (field) => `${field} deve ser uma data, como 2026-11-21.`,
    endpoint: (field) => `${field} deve ser o ARN de um endpoint de plataforma do SNS.`,
    'time-zone': (field) => `${field} deve ser o nome IANA de um fuso horário, como America/Sao_Paulo.`,
  },
  checkin: {
    done: (count) => `Check-in feito em ${count} ${count === 1 ? 'reserva' : 'reservas'}.`,
    wouldDo: (count) =>
      `O check-in seria feito em ${count} ${count === 1 ? 'reserva' : 'reservas'}; nada foi alterado.`,
    alreadySince: (moment) => `O check-in já foi feito em ${moment}.`,
    nothingOpenAt: (moment) => `Nenhuma reserva está dentro do período de check-in em ${moment}.`,
    batchDone: (performed, items) => `${performed} de ${items} check-ins processados; consulte \`items\`.`,
  },
};
