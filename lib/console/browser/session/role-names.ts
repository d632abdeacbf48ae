import type { Role } from '../../../../shared/rules/roles.ts';
import { translations } from '../language/translations.ts';

export const roleNames = translations<Readonly<Record<Role, string>>>(
  { viewer: 'Viewer', reception: 'Reception', auditor: 'Auditor', admin: 'Admin', owner: 'Owner' },
  {
    'pt-BR': {
      viewer: 'Leitor',
      reception: 'Recepção',
      auditor: 'Auditor',
      admin: 'Administrador',
      owner: 'Proprietário',
    },
    es: {
      viewer: 'Lector',
      reception: 'Recepción',
      auditor: 'Auditor',
      admin: 'Administrador',
      owner: 'Propietario',
    },
  },
);
