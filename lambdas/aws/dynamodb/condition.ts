import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/** Awaits a conditional write. Returns false if its condition failed. @throws every other error */
export const holds = async (writing: Promise<unknown>): Promise<boolean> => {
  try {
    await writing;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
