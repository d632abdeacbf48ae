import type { Role } from '../../../../shared/console-api/routes.ts';
import { translations } from '../language/language.ts';

export const roleNames = translations<Readonly<Record<Role, string>>>(
  { viewer: 'Viewer', auditor: 'Auditor', admin: 'Admin', owner: 'Owner' },
  {
    'pt-BR': { viewer: 'Leitor', auditor: 'Auditor', admin: 'Administrador', owner: 'Proprietário' },
    es: { viewer: 'Lector', auditor: 'Auditor', admin: 'Administrador', owner: 'Propietario' },
  },
);
