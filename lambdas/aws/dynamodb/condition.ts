import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/** Runs a conditional write; false when its condition did not hold. Any other failure rises. */
export const holds = async (writing: Promise<unknown>): Promise<boolean> => {
  try {
    await writing;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
