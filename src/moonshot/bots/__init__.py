"""Policies: a view goes in, a move comes out."""

from moonshot.bots.levels import POLICIES, find_policy
from moonshot.bots.policy import POLICY_VERSION, Policy, version_of

__all__ = ["POLICIES", "POLICY_VERSION", "Policy", "find_policy", "version_of"]
