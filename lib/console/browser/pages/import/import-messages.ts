import { translations } from '../../language/translations.ts';

const minutes = (seconds: number): number => Math.ceil(seconds / 60);

/** The texts of the page Import. */
export const importMessages = translations({
  intro: [
    'Choose a file. It is first checked line by line; nothing is written until you confirm.',
    'Escolha um arquivo: primeiro ele é verificado, linha por linha, e nada é gravado antes de você confirmar.',
    'Elija un archivo: primero se comprueba, línea por línea, y no se guarda nada hasta que usted lo confirme.',
  ],
  file: {
    users: ['CSV file of users', 'Arquivo CSV de usuários', 'Archivo CSV de usuarios'],
    bookings: ['CSV file of bookings', 'Arquivo CSV de reservas', 'Archivo CSV de reservas'],
  },
  columns: {
    users: [
      'One person per line: ID, name, badges, e-mail address and language.',
      'Uma pessoa por linha: ID, nome, crachás, e-mail e idioma.',
      'Una persona por línea: ID, nombre, tarjetas, correo electrónico e idioma.',
    ],
    bookings: [
      'One booking per line: ID, person, kind, place, and when its check-in opens and ends.',
      'Uma reserva por linha: ID, pessoa, tipo, lugar e quando o check-in abre e termina.',
      'Una reserva por línea: ID, persona, tipo, lugar y cuándo empieza y termina su check-in.',
    ],
  },
  checking: ['Check', 'Verificação', 'Comprobación'],
  import: ['Import', 'Importação', 'Importación'],
  preview: (name: string) => [`Preview of ${name}`, `Prévia de ${name}`, `Vista previa de ${name}`],
  wouldWrite: ['to be written', 'a gravar', 'por guardar'],
  wouldStay: ['unchanged', 'sem alteração', 'sin cambios'],
  wouldDelete: ['to be deleted', 'a excluir', 'por eliminar'],
  bad: ['bad lines', 'linhas com erro', 'líneas con errores'],
  deletions: (count: number) => [
    count === 1 ? '1 line deletes a user or booking.' : `${count} lines delete users or bookings.`,
    count === 1 ? '1 linha exclui um usuário ou uma reserva.' : `${count} linhas excluem usuários ou reservas.`,
    count === 1 ? '1 línea elimina un usuario o una reserva.' : `${count} líneas eliminan usuarios o reservas.`,
  ],
  badLines: (count: number) => [
    count === 1 ? '1 bad line' : `${count} bad lines`,
    count === 1 ? '1 linha com erro' : `${count} linhas com erro`,
    count === 1 ? '1 línea con errores' : `${count} líneas con errores`,
  ],
  firstBadLines: (shown: number) => [
    `The first ${shown} are shown; the download contains them all.`,
    `As primeiras ${shown} são exibidas; o arquivo contém todas.`,
    `Se muestran las primeras ${shown}; el archivo las contiene todas.`,
  ],
  line: ['Line', 'Linha', 'Línea'],
  content: ['Content', 'Conteúdo', 'Contenido'],
  download: ['Download bad lines', 'Baixar linhas com erro', 'Descargar líneas con errores'],
  start: (count: number) => [
    count === 1 ? 'Import 1 good line' : `Import ${count} good lines`,
    count === 1 ? 'Importar 1 linha válida' : `Importar ${count} linhas válidas`,
    count === 1 ? 'Importar 1 línea correcta' : `Importar ${count} líneas correctas`,
  ],
  nothingToImport: [
    'No line of this file can be imported. Correct the lines below and choose the file again.',
    'Nenhuma linha deste arquivo pode ser importada. Corrija as linhas abaixo e escolha o arquivo de novo.',
    'No se puede importar ninguna línea de este archivo. Corrija las líneas de abajo y vuelva a elegir el archivo.',
  ],
  empty: [
    'The file has no lines after its header row.',
    'O arquivo não tem linhas depois do cabeçalho.',
    'El archivo no tiene líneas después de la cabecera.',
  ],
  emptyFile: ['The file is empty.', 'O arquivo está vazio.', 'El archivo está vacío.'],
  stop: ['Stop', 'Parar', 'Detener'],
  read: (lines: string) => [`${lines} lines`, `${lines} linhas`, `${lines} líneas`],
  rate: (lines: string) => [`${lines} lines per second`, `${lines} linhas por segundo`, `${lines} líneas por segundo`],
  waiting: ['waiting for the service…', 'aguardando o serviço…', 'esperando al servicio…'],
  template: (kind: string) => [
    `Download a template: ${kind}`,
    `Baixar um modelo: ${kind}`,
    `Descargar una plantilla: ${kind}`,
  ],
  drop: ['or drop the file here', 'ou solte o arquivo aqui', 'o suelte el archivo aquí'],
  left: (seconds: number) => [
    seconds < 60 ? 'less than a minute left' : `about ${minutes(seconds)} min left`,
    seconds < 60 ? 'falta menos de um minuto' : `faltam cerca de ${minutes(seconds)} min`,
    seconds < 60 ? 'queda menos de un minuto' : `quedan unos ${minutes(seconds)} min`,
  ],
  done: (written: number, unchanged: number, failed: number) => [
    `Done: ${written} written, ${unchanged} unchanged, ${failed} failed.`,
    `Concluído: ${written} gravadas, ${unchanged} sem alteração, ${failed} com erro.`,
    `Hecho: ${written} guardadas, ${unchanged} sin cambios, ${failed} con errores.`,
  ],
  deleted: (count: number) => [`${count} deleted.`, `${count} excluídas.`, `${count} eliminadas.`],
  stopped: (lines: number) => [
    `Stopped after ${lines} lines. What was imported stays; you can continue from there.`,
    `Interrompido após ${lines} linhas. O que foi importado permanece, e você pode continuar desse ponto.`,
    `Detenido tras ${lines} líneas. Lo importado se conserva, y se puede continuar desde ahí.`,
  ],
  goOn: ['Continue', 'Continuar', 'Continuar'],
  again: ['Choose another file', 'Escolher outro arquivo', 'Elegir otro archivo'],
  leave: [
    'The import is still running. Leave this page and stop it?',
    'A importação ainda está em andamento. Sair e interrompê-la?',
    'La importación sigue en curso. ¿Salir y detenerla?',
  ],
  tooLong: (line: number) => [
    `Line ${line} is longer than 256 KB. Perhaps a quotation mark in it is not closed.`,
    `A linha ${line} tem mais de 256 KB. Talvez haja nela aspas não fechadas.`,
    `La línea ${line} supera los 256 KB. Quizá haya en ella unas comillas sin cerrar.`,
  ],
  windows: [
    'The file is not in UTF-8. It is read as Windows-1252, which Excel uses for CSV files.',
    'O arquivo não está em UTF-8; ele é lido como Windows-1252, como o Excel o salva.',
    'El archivo no está en UTF-8; se lee como Windows-1252, tal como lo guarda Excel.',
  ],
  notText: [
    'The file is not a text file in UTF-8 or Windows-1252. Save it as CSV and choose it again.',
    'O arquivo não é um texto em UTF-8 ou Windows-1252. Salve-o como CSV e escolha-o de novo.',
    'El archivo no es un texto en UTF-8 ni en Windows-1252. Guárdelo como CSV y vuelva a elegirlo.',
  ],
  workbook: [
    'The file is an Excel workbook. In Excel, save it as “CSV UTF-8” and choose that file.',
    'O arquivo é uma pasta de trabalho do Excel. No Excel, salve-o como “CSV UTF-8” e escolha o novo arquivo.',
    'El archivo es un libro de Excel. En Excel, guárdelo como «CSV UTF-8» y elija ese archivo.',
  ],
  order: [
    'Import the users first: a booking of an unknown user is rejected. Importing a line twice changes nothing.',
    'Importe primeiro os usuários: uma reserva de usuário desconhecido é recusada. Importar uma linha duas vezes não altera nada.',
    'Importe primero los usuarios: se rechaza una reserva de un usuario desconocido. Importar una línea dos veces no cambia nada.',
  ],
});
