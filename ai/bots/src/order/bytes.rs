//! Orders as modules write them: numbers of four bytes, little-endian.

use sandtable_ai::{CommanderFailure, FailureKind};
use sandtable_state::limits::{MAX_ORDER_UNITS, MAX_ORDERS_PER_TICK};

use super::given::{GivenOrder, OrderArgs, OrderRecipients, broken};
use super::verbs::{OrderArg, QUEUEINGS, VERBS};

/// Bytes that the orders of one decision may have: the most there can be.
pub const MAX_BYTES: usize = 4 * (1 + MAX_ORDERS_PER_TICK * (MAX_ORDER_UNITS + 16));

/// Reads the orders of a decision, and gives them one by one.
///
/// # Errors
/// Bytes that are no orders ([`FailureKind::BotProtocol`]), or too many ([`FailureKind::IllegalOrders`]); what `give` fails with.
///
/// # Examples
///
/// ```
/// use sandtable_bots::order::{OrderRecipients, OrderWord, bytes};
///
/// // One order: the code of `stop`, queueing 0, priority 0, units, one of them, its id.
/// let words: [u32; 7] = [1, OrderWord::Stop as u32, 0, 0, 0, 1, 9];
/// let message: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
/// let mut given = Vec::new();
/// bytes::read(&message, |order| {
///     given.push(order);
///     Ok(())
/// })
/// .unwrap();
/// assert_eq!((given[0].word, &given[0].whom), (OrderWord::Stop, &OrderRecipients::Units(vec![9])));
/// assert!(bytes::read(&message[..8], |_| Ok(())).is_err());
/// ```
pub fn read(
    bytes: &[u8],
    mut give: impl FnMut(GivenOrder) -> Result<(), CommanderFailure>,
) -> Result<(), CommanderFailure> {
    let mut words = WordReader { bytes };
    let count = words.next()?;
    if count as usize > MAX_ORDERS_PER_TICK {
        let text = format!("{count} orders in one decision; expected at most {MAX_ORDERS_PER_TICK}");
        return Err(CommanderFailure::new(FailureKind::IllegalOrders, text));
    }
    for _ in 0..count {
        give(words.order()?)?;
    }
    if words.bytes.is_empty() { Ok(()) } else { Err(broken("bytes after the last order")) }
}

struct WordReader<'b> {
    bytes: &'b [u8],
}

impl WordReader<'_> {
    fn next(&mut self) -> Result<u32, CommanderFailure> {
        let (word, rest) = self.bytes.split_first_chunk().ok_or_else(|| broken("orders that end early"))?;
        self.bytes = rest;
        Ok(u32::from_le_bytes(*word))
    }

    fn signed(&mut self) -> Result<i32, CommanderFailure> {
        Ok(self.next()? as i32)
    }

    fn order(&mut self) -> Result<GivenOrder, CommanderFailure> {
        let (code, queue, priority) = (self.next()?, self.next()?, self.next()?);
        let (word, _, takes) = VERBS.get(code as usize).ok_or_else(|| broken(format!("no verb {code}")))?;
        let (_, queueing) = QUEUEINGS.get(queue as usize).ok_or_else(|| broken(format!("no queueing {queue}")))?;
        let priority = u8::try_from(priority).map_err(|_| broken(format!("priority {priority}; expected 0 to 255")))?;
        let whom = self.whom()?;
        let mut args = OrderArgs::default();
        for arg in *takes {
            self.argument(*arg, &mut args)?;
        }
        Ok(GivenOrder { word: *word, whom, args, queueing: *queueing, priority })
    }

    fn whom(&mut self) -> Result<OrderRecipients, CommanderFailure> {
        match self.next()? {
            0 => self.units().map(OrderRecipients::Units),
            1 => self.next().map(OrderRecipients::Squad),
            2 => Ok(OrderRecipients::Player),
            other => Err(broken(format!("no subject {other}; expected 0 units, 1 a squad, 2 the player"))),
        }
    }

    fn units(&mut self) -> Result<Vec<u32>, CommanderFailure> {
        let count = self.next()?;
        // The order validator judges whether this count is allowed; here it only must not exceed the bytes that are there.
        if count as usize > self.bytes.len() / 4 {
            return Err(broken(format!("{count} units in orders that end early")));
        }
        (0..count).map(|_| self.next()).collect()
    }

    fn argument(&mut self, arg: OrderArg, args: &mut OrderArgs) -> Result<(), CommanderFailure> {
        match arg {
            OrderArg::To => args.to = [self.signed()?, self.signed()?],
            OrderArg::Target | OrderArg::TargetOrNone => args.target = self.next()?,
            OrderArg::Kind => args.kind = self.next()?,
            OrderArg::Cell => args.cell = [self.signed()?, self.signed()?],
            OrderArg::Tech => args.tech = self.next()?,
            OrderArg::Entry => args.entry = self.next()?,
            OrderArg::Ability => args.ability = self.next()?,
            OrderArg::Formation => args.formation = [self.signed()?, self.signed()?, self.signed()?],
            OrderArg::Into => args.into = self.next()?,
        }
        Ok(())
    }
}
