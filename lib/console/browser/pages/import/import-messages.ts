import { translations } from '../../language/language.ts';

const minutes = (seconds: number): number => Math.ceil(seconds / 60);

/** The texts of the page Import. */
export const importMessages = translations(
  {
    intro: 'Choose a file: it is checked first, line by line, and nothing is written before you say so.',
    file: { users: 'CSV file of users', bookings: 'CSV file of bookings' },
    columns: {
      users: 'One person a line: ID, name, badges, e-mail address and language.',
      bookings: 'One booking a line: ID, person, kind, place, and when its check-in opens and ends.',
    },
    checking: 'Check',
    import: 'Import',
    preview: (name: string) => `Preview of ${name}`,
    wouldWrite: 'to be written',
    wouldStay: 'unchanged',
    wouldDelete: 'to be deleted',
    bad: 'bad lines',
    deletions: (count: number) =>
      count === 1 ? '1 line of this file deletes what it names.' : `${count} lines of this file delete what they name.`,
    badLines: (count: number) => (count === 1 ? '1 bad line' : `${count} bad lines`),
    firstBadLines: (shown: number) => `The first ${shown} are shown; the file has them all.`,
    line: 'Line',
    reason: 'Reason',
    content: 'Content',
    download: 'Download bad lines',
    start: (count: number) => (count === 1 ? 'Import 1 good line' : `Import ${count} good lines`),
    nothingToImport: 'No line of this file can be imported. Correct the lines below and choose the file again.',
    empty: 'The file has no lines after its header row.',
    emptyFile: 'The file is empty.',
    stop: 'Stop',
    read: (lines: string) => `${lines} lines`,
    rate: (lines: string) => `${lines} lines per second`,
    waiting: 'waiting for the service…',
    template: (kind: string) => `Download a template: ${kind}`,
    drop: 'or drop the file here',
    left: (seconds: number) => (seconds < 60 ? 'less than a minute left' : `about ${minutes(seconds)} min left`),
    done: (written: number, unchanged: number, failed: number) =>
      `Done: ${written} written, ${unchanged} unchanged, ${failed} failed.`,
    deleted: (count: number) => `${count} deleted.`,
    stopped: (lines: number) => `Stopped after ${lines} lines. What was imported stays; going on continues there.`,
    goOn: 'Go on',
    again: 'Choose another file',
    leave: 'The import is still running. Leave and stop it?',
    tooLong: (line: number) => `Line ${line} is longer than 256 KB. Perhaps a quotation mark in it is not closed.`,
    windows: 'The file is not in UTF-8; it is read as Windows-1252, as Excel saves it.',
    notText: 'The file is not a text file in UTF-8 or Windows-1252. Save it as CSV and choose it again.',
    workbook: 'The file is an Excel workbook. In Excel, save it as “CSV UTF-8” and choose that file.',
    order: 'Import the users first: a booking of an unknown user is refused. Importing a line twice changes nothing.',
  },
  {
    'pt-BR': {
      intro:
        'Escolha um arquivo: primeiro ele é verificado, linha por linha, e nada é gravado antes de você confirmar.',
      file: { users: 'Arquivo CSV de usuários', bookings: 'Arquivo CSV de reservas' },
      columns: {
        users: 'Uma pessoa por linha: ID, nome, crachás, e-mail e idioma.',
        bookings: 'Uma reserva por linha: ID, pessoa, tipo, lugar e quando o check-in abre e termina.',
      },
      checking: 'Verificação',
      import: 'Importação',
      preview: (name) => `Prévia de ${name}`,
      wouldWrite: 'a gravar',
      wouldStay: 'sem alteração',
      wouldDelete: 'a excluir',
      bad: 'linhas com erro',
      deletions: (count) =>
        count === 1
          ? '1 linha deste arquivo exclui o que indica.'
          : `${count} linhas deste arquivo excluem o que indicam.`,
      badLines: (count) => (count === 1 ? '1 linha com erro' : `${count} linhas com erro`),
      firstBadLines: (shown) => `As primeiras ${shown} são exibidas; o arquivo contém todas.`,
      line: 'Linha',
      reason: 'Motivo',
      content: 'Conteúdo',
      download: 'Baixar linhas com erro',
      start: (count) => (count === 1 ? 'Importar 1 linha válida' : `Importar ${count} linhas válidas`),
      nothingToImport:
        'Nenhuma linha deste arquivo pode ser importada. Corrija as linhas abaixo e escolha o arquivo de novo.',
      empty: 'O arquivo não tem linhas depois do cabeçalho.',
      emptyFile: 'O arquivo está vazio.',
      stop: 'Parar',
      read: (lines) => `${lines} linhas`,
      rate: (lines) => `${lines} linhas por segundo`,
      waiting: 'aguardando o serviço…',
      template: (kind) => `Baixar um modelo: ${kind}`,
      drop: 'ou solte o arquivo aqui',
      left: (seconds) => (seconds < 60 ? 'falta menos de um minuto' : `faltam cerca de ${minutes(seconds)} min`),
      done: (written, unchanged, failed) =>
        `Concluído: ${written} gravadas, ${unchanged} sem alteração, ${failed} com erro.`,
      deleted: (count) => `${count} excluídas.`,
      stopped: (lines) =>
        `Interrompido após ${lines} linhas. O que foi importado permanece, e você pode continuar desse ponto.`,
      goOn: 'Continuar',
      again: 'Escolher outro arquivo',
      leave: 'A importação ainda está em andamento. Sair e interrompê-la?',
      tooLong: (line) => `A linha ${line} tem mais de 256 KB. Talvez haja nela aspas não fechadas.`,
      windows: 'O arquivo não está em UTF-8; ele é lido como Windows-1252, como o Excel o salva.',
      notText: 'O arquivo não é um texto em UTF-8 ou Windows-1252. Salve-o como CSV e escolha-o de novo.',
      workbook:
        'O arquivo é uma pasta de trabalho do Excel. No Excel, salve-o como “CSV UTF-8” e escolha o novo arquivo.',
      order:
        'Importe primeiro os usuários: uma reserva de usuário desconhecido é recusada. Importar uma linha duas vezes não altera nada.',
    },
    es: {
      intro:
        'Elija un archivo: primero se comprueba, línea por línea, y no se guarda nada hasta que usted lo confirme.',
      file: { users: 'Archivo CSV de usuarios', bookings: 'Archivo CSV de reservas' },
      columns: {
        users: 'Una persona por línea: ID, nombre, tarjetas, correo electrónico e idioma.',
        bookings: 'Una reserva por línea: ID, persona, tipo, lugar y cuándo empieza y termina su check-in.',
      },
      checking: 'Comprobación',
      import: 'Importación',
      preview: (name) => `Vista previa de ${name}`,
      wouldWrite: 'por guardar',
      wouldStay: 'sin cambios',
      wouldDelete: 'por eliminar',
      bad: 'líneas con errores',
      deletions: (count) =>
        count === 1
          ? '1 línea de este archivo elimina lo que indica.'
          : `${count} líneas de este archivo eliminan lo que indican.`,
      badLines: (count) => (count === 1 ? '1 línea con errores' : `${count} líneas con errores`),
      firstBadLines: (shown) => `Se muestran las primeras ${shown}; el archivo las contiene todas.`,
      line: 'Línea',
      reason: 'Motivo',
      content: 'Contenido',
      download: 'Descargar líneas con errores',
      start: (count) => (count === 1 ? 'Importar 1 línea correcta' : `Importar ${count} líneas correctas`),
      nothingToImport:
        'No se puede importar ninguna línea de este archivo. Corrija las líneas de abajo y vuelva a elegir el archivo.',
      empty: 'El archivo no tiene líneas después de la cabecera.',
      emptyFile: 'El archivo está vacío.',
      stop: 'Detener',
      read: (lines) => `${lines} líneas`,
      rate: (lines) => `${lines} líneas por segundo`,
      waiting: 'esperando al servicio…',
      template: (kind) => `Descargar una plantilla: ${kind}`,
      drop: 'o suelte el archivo aquí',
      left: (seconds) => (seconds < 60 ? 'queda menos de un minuto' : `quedan unos ${minutes(seconds)} min`),
      done: (written, unchanged, failed) =>
        `Hecho: ${written} guardadas, ${unchanged} sin cambios, ${failed} con errores.`,
      deleted: (count) => `${count} eliminadas.`,
      stopped: (lines) => `Detenido tras ${lines} líneas. Lo importado se conserva, y se puede continuar desde ahí.`,
      goOn: 'Continuar',
      again: 'Elegir otro archivo',
      leave: 'La importación sigue en curso. ¿Salir y detenerla?',
      tooLong: (line) => `La línea ${line} supera los 256 KB. Quizá haya en ella unas comillas sin cerrar.`,
      windows: 'El archivo no está en UTF-8; se lee como Windows-1252, tal como lo guarda Excel.',
      notText: 'El archivo no es un texto en UTF-8 ni en Windows-1252. Guárdelo como CSV y vuelva a elegirlo.',
      workbook: 'El archivo es un libro de Excel. En Excel, guárdelo como «CSV UTF-8» y elija ese archivo.',
      order:
        'Importe primero los usuarios: se rechaza una reserva de un usuario desconocido. Importar una línea dos veces no cambia nada.',
    },
  },
);
