export type Resources = Record<string, { Type: string; Properties: Record<string, unknown> }>;

interface Statement {
  Action: string | string[];
  Resource: unknown;
}

const find = (resources: Resources, type: string, part: string) => {
  const found = Object.entries(resources).find(([id, { Type }]) => Type === type && id.includes(part));
  if (!found) throw new Error(`There is no ${type} ${part} to break.`);
  return found[1].Properties;
};

/** Faults in a template that the test of the deployment has to notice, by name. */
export const sabotages: Readonly<Record<string, (resources: Resources) => void>> = {
  'a missing permission': (resources) => {
    const { PolicyDocument } = find(resources, 'AWS::IAM::Policy', 'CheckinRole') as {
      PolicyDocument: { Statement: Statement[] };
    };
    for (const statement of PolicyDocument.Statement) {
      const isOnBookings = JSON.stringify(statement.Resource).includes('TablesBookings');
      if (!isOnBookings || !Array.isArray(statement.Action)) continue;
      statement.Action = statement.Action.filter((action) => action !== 'dynamodb:UpdateItem');
    }
  },
  'a wrong filter': (resources) => {
    const { FilterCriteria } = find(resources, 'AWS::Lambda::EventSourceMapping', 'Stream') as {
      FilterCriteria: { Filters: { Pattern: string }[] };
    };
    for (const filter of FilterCriteria.Filters) filter.Pattern = filter.Pattern.replace('true', 'false');
  },
  'payload format 1.0': (resources) => {
    find(resources, 'AWS::ApiGatewayV2::Integration', 'Checkin')['PayloadFormatVersion'] = '1.0';
  },
  'a renamed variable': (resources) => {
    const { Environment } = find(resources, 'AWS::Lambda::Function', 'CheckinFunction') as {
      Environment: { Variables: Record<string, unknown> };
    };
    Environment.Variables['BOOKING_TABLE'] = Environment.Variables['BOOKINGS_TABLE'];
    delete Environment.Variables['BOOKINGS_TABLE'];
  },
};
