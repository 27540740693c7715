//! The substitute for platforms without warm runs, since registers have other names there.

use super::listener::Listener;
use super::outcome::{ClonePoint, Outcome};
use super::runner::Runner;
use crate::check::{Limits, TemplateStart};
use anyhow::{Result, bail};
use std::time::Duration;

/// The templates of one slot, of which there are none.
#[derive(Debug, Default)]
pub struct Warm {}

/// The templates of one command, of which there are none.
#[derive(Debug)]
pub enum Templates {}

impl Warm {
    pub fn look(&mut self, _: &[&[u8]]) {}

    pub fn head(&self) -> Option<&[u8]> {
        None
    }

    pub fn forget(&mut self) {}

    pub fn ready(&mut self, _: &mut Runner, _: TemplateStart<'_>, _: ClonePoint, _: bool) -> Result<&mut Templates> {
        bail!("there are no warm starts on this kind of processor")
    }
}

impl Templates {
    pub fn head_starts(&self) -> (Duration, Option<Duration>) {
        match *self {}
    }

    pub fn make_ready(&mut self, _: &Runner) -> Result<()> {
        match *self {}
    }

    pub fn run(&mut self, _: &mut Runner, _: &str, _: &Limits, _: &mut dyn Listener) -> Result<Outcome> {
        match *self {}
    }
}
