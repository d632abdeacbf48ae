import { usePatientDeadlines } from './patient-deadlines.ts';

usePatientDeadlines();
