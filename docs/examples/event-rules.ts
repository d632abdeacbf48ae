import { Duration, SecretValue, Stack } from 'aws-cdk-lib/core';
import * as events from 'aws-cdk-lib/aws-events';
import { ApiDestination, FirehoseDeliveryStream } from 'aws-cdk-lib/aws-events-targets';
import { DeliveryStream, S3Bucket } from 'aws-cdk-lib/aws-kinesisfirehose';
import { BlockPublicAccess, Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

export class EventRules extends Stack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const eventBus = events.EventBus.fromEventBusName(this, 'Bus', 'desks');
    const source = ['checkin-service'];

    const connection = new events.Connection(this, 'Connection', {
      authorization: events.Authorization.apiKey('Authorization', SecretValue.secretsManager('booking-system-token')),
    });
    const endpoint = 'https://bookings.example.com/webhooks/checkin';
    const destination = new events.ApiDestination(this, 'Webhook', { connection, endpoint, rateLimitPerSecond: 50 });
    const event = events.RuleTargetInput.fromObject(events.EventField.fromPath('$.detail'));
    const deadLetterQueue = new Queue(this, 'Missed', { enforceSSL: true, retentionPeriod: Duration.days(14) });
    new events.Rule(this, 'ReleaseDesks', {
      eventBus,
      eventPattern: {
        source,
        detailType: ['checkin.performed', 'checkin.undone', 'booking.cancelled'],
        detail: { data: { companyId: ['acme'] } },
      },
      targets: [new ApiDestination(destination, { event, deadLetterQueue })],
    });

    const bucket = new Bucket(this, 'Audit', { enforceSSL: true, blockPublicAccess: BlockPublicAccess.BLOCK_ALL });
    const stream = new DeliveryStream(this, 'Stream', { destination: new S3Bucket(bucket) });
    new events.Rule(this, 'Siem', {
      eventBus,
      eventPattern: { source, detailType: ['audit.recorded', 'client.silent', 'secret.expires'] },
      targets: [new FirehoseDeliveryStream(stream)],
    });
  }
}
